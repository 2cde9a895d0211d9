/** Gives the reader a file. */
export function download(name: string, type: string, content: string) {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(new Blob([content], { type }));
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

/** Saves everything this browser keeps to a file that has the day in its name. */
export async function saveBackup() {
  const { backup } = await import('../storage/backup');
  download(`agon-${new Date().toISOString().slice(0, 10)}.json`, 'application/json', await backup());
}
