#!/bin/sh
# A backup into /backups/magpie every night at BACKUP_AT (HH:MM, UTC), and one at once where there is none. A container's command.
at=${BACKUP_AT:-03:20}
case $at in
[01][0-9]:[0-5][0-9] | 2[0-3]:[0-5][0-9]) ;;
*)
  echo "BACKUP_AT must be a time such as 03:20, not $at" >&2
  exit 2
  ;;
esac
hour=${at%:*}
minute=${at#*:}
# Without their leading zero, which would make them octal.
seconds=$((${hour#0} * 3600 + ${minute#0} * 60))
backup() { node scripts/backup/main.ts backup --to /backups/magpie || echo 'error: the backup failed; it is tried again tomorrow' >&2; }
[ -d /backups/magpie/made ] || backup
while sleep $(((seconds - $(date +%s) % 86400 + 86399) % 86400 + 1)); do backup; done
