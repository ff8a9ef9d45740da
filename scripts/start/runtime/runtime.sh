#!/bin/sh
# Starts the Workers runtime: notes its pid and, where the system can, ties its life to the front's.
echo $$ > "$MAGPIE_RUNTIME_PID_FILE"
if [ "$(uname -s)" = Linux ] && setpriv --pdeathsig SIGKILL true > /dev/null 2>&1; then
  exec setpriv --pdeathsig SIGKILL "$MAGPIE_RUNTIME" "$@"
fi
exec "$MAGPIE_RUNTIME" "$@"
