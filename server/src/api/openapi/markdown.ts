/**
 * Converts the Markdown of our own notes to HTML: headings, paragraphs, lists, tables, fenced code, `code` and **bold**; nothing else is
 * supported.
 */
export function htmlOf(markdown: string): string {
  const [...parts] = markdown.split(/^```\n?/m)
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? `<pre>${escaped(part)}</pre>`
        : part
            .split(/\n{2,}/)
            .map(block)
            .join('\n'),
    )
    .join('\n')
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function block(text: string): string {
  const lines = text.trim().split('\n')
  const [first = ''] = lines
  if (first === '') return ''
  if (first.startsWith('## ')) return `<h2>${inline(first.slice(3))}</h2>`
  if (first.startsWith('|')) return table(lines)
  if (first.startsWith('- ')) return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`
  if (/^\d+\. /.test(first)) return `<ol>${lines.map((line) => `<li>${inline(line.replace(/^\d+\. /, ''))}</li>`).join('')}</ol>`
  return `<p>${inline(lines.join(' '))}</p>`
}

function table([head = '', , ...rows]: readonly string[]): string {
  const cells = (line: string, tag: 'td' | 'th') =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('')
  return `<table><tr>${cells(head, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`
}

function inline(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
}
