/** An e-mail address that wraps before its domain. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="wrap-anywhere" dir="ltr">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
