/** Reloads the page unless there is no connection, which would replace it with the browser's own error page. */
export function reloadIfReachable(): void {
  fetch(location.href, { method: 'HEAD' }).then(
    () => location.reload(),
    () => {},
  )
}
