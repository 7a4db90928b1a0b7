const most = 10_000

let loaded: Promise<ReadonlySet<string>> | undefined

/** Returns the 10,000 most common passwords, in lower case. Loaded on first use, because the list is 400 kB. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  return (loaded ??= load())
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, most).map((password) => String(password).toLowerCase()))
}
