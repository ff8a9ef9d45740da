/** EXIF facts as lines of the details panel. Pure. */
import type { Fact, PreviewHost } from '../preview-types.ts';
import type { Exif } from './exif.ts';

/** `1/250 s`, or `2 s` from a second up. */
export function exposureText(seconds: number): string {
  return seconds >= 1 || seconds <= 0 ? `${Math.round(seconds * 10) / 10} s` : `1/${Math.round(1 / seconds)} s`;
}

export function exifFacts(
  exif: Exif | null,
  { translator: { t }, format }: Pick<PreviewHost, 'translator' | 'format'>,
): Fact[] {
  if (!exif) return [];
  const facts: Fact[] = [];
  const add = (label: string, value: string | undefined, isPrivate = false) => {
    if (value) facts.push({ label, value, ...(isPrivate ? { isPrivate } : {}) });
  };
  const { exposureSeconds, aperture, iso, focalLengthMm, place } = exif;
  add(t('preview.fact.taken'), exif.takenAt);
  add(t('preview.fact.camera'), exif.camera);
  add(t('preview.fact.lens'), exif.lens);
  const exposure = [
    exposureSeconds === undefined ? '' : exposureText(exposureSeconds),
    aperture === undefined ? '' : `ƒ/${format.number(Math.round(aperture * 10) / 10)}`,
    iso === undefined ? '' : `ISO ${iso}`,
    focalLengthMm === undefined ? '' : `${format.number(Math.round(focalLengthMm))} mm`,
  ];
  add(t('preview.fact.exposure'), exposure.filter(Boolean).join(' · '));
  if (place) add(t('preview.fact.place'), `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`, true);
  return facts;
}
