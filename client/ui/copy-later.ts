/** Copies a text that is still being made. */

/**
 * Call it inside the gesture: Safari refuses a write that begins later.
 * @throws when the browser refuses, or when the text fails
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const { clipboard } = navigator;
  try {
    const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
    await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
  } catch {
    // Older browsers take no promise; they write outside a gesture.
    await clipboard.writeText(await text);
  }
}
