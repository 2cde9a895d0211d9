/** How a picture looks when the page's styles are gone. */
const KEPT = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-dasharray', 'opacity', 'font', 'text-anchor', 'display'];

/** A drawn board as a file of its own. */
export function picture(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const [from, to] = [board.querySelectorAll<SVGElement>('*'), copy.querySelectorAll<SVGElement>('*')];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    const target = to[index];
    if (!target || element.classList.contains('hit')) return;
    target.setAttribute('style', KEPT.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'));
    target.removeAttribute('class');
  });
  copy.querySelectorAll('.hit').forEach((hit) => hit.remove());
  for (const name of ['class', 'role', 'tabindex']) copy.removeAttribute(name);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}
