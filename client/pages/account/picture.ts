/**
 * The form of the profile picture: a chosen file is cropped and shrunk before the form sends it. Without script the form sends
 * the file as it is. A script that could not be loaded does the same.
 */
import { loadPictureChooser } from '#client/auth/index.ts';

export function watchPicture(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]');
  const trouble = form.querySelector<HTMLElement>('[data-picture-trouble]');
  if (!input || !trouble || form.dataset['picture'] === 'watched') return;
  form.dataset['picture'] = 'watched';
  // Whatever this browser can draw becomes a JPEG.
  input.accept = 'image/*';

  function tell(isRefused: boolean): void {
    if (trouble) trouble.hidden = !isRefused;
    if (!input) return;
    const others = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== trouble?.id);
    input.setAttribute('aria-describedby', [...others, ...(isRefused && trouble ? [trouble.id] : [])].join(' '));
    if (isRefused) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }

  async function crop(field: HTMLInputElement, chosen: File): Promise<void> {
    const module = await loadPictureChooser().catch(() => null);
    if (module === null) return form.requestSubmit();
    let file: File | null = null;
    try {
      file = await module.choosePicture(chosen, document);
    } catch (error) {
      console.warn('picture', error);
      tell(true);
    }
    field.value = '';
    if (file === null) return field.focus();
    const files = new DataTransfer();
    files.items.add(file);
    field.files = files.files;
    form.requestSubmit();
  }

  input.addEventListener('change', () => {
    const [chosen] = input.files ?? [];
    tell(false);
    if (chosen) void crop(input, chosen);
  });
}
