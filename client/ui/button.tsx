/**
 * Buttons, and links that look like buttons. One primary action on a screen; everything else is quiet or plain.
 */
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Before the label. */
  icon?: ReactNode;
  /** Shows a spinner instead of the icon, for screen readers too; the handler should refuse a second run. */
  busy?: boolean;
  /** Takes the whole line. */
  wide?: boolean;
}

export type ButtonProps = Look & ComponentProps<'button'> & { href?: undefined };
export type LinkButtonProps = Look & ComponentProps<'a'> & { href: string };

/** A button; with `href` a link of the same look. `type` is `button` unless given. */
export function Button(props: ButtonProps | LinkButtonProps): ReactNode {
  const { variant = 'quiet', size = 'md', icon, busy, wide, className, children, ...rest } = props;
  const look = classes('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, wide && 'w-full', className);
  const inside = (
    <>
      {icon}
      <span className="spin" aria-hidden="true" />
      <span>{children}</span>
    </>
  );
  if (rest.href !== undefined) {
    return (
      <a className={look} {...rest}>
        {inside}
      </a>
    );
  }
  return (
    <button type="button" className={look} aria-busy={busy || undefined} {...rest}>
      {inside}
    </button>
  );
}

interface IconLook {
  /** Read aloud, and shown as the tooltip. */
  label: string;
  icon: ReactNode;
}

export type IconButtonProps = IconLook & Omit<ComponentProps<'button'>, 'children'> & { href?: undefined };
export type IconLinkProps = IconLook & Omit<ComponentProps<'a'>, 'children'> & { href: string };

/** A 44 px square with an icon; `label` is its name and its tooltip. */
export function IconButton(props: IconButtonProps | IconLinkProps): ReactNode {
  const { label, icon, className, ...rest } = props;
  const look = classes('btn btn-icon', className);
  if (rest.href !== undefined) {
    return (
      <a {...rest} href={rest.href} className={look} aria-label={label} title={label}>
        {icon}
      </a>
    );
  }
  return (
    <button type="button" className={look} aria-label={label} title={label} {...rest}>
      {icon}
    </button>
  );
}
