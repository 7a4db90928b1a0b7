/** Runs in the page: returns the stored data as text, and whether its key is extractable. */
export async function readStored(): Promise<{ text: string; extractable: boolean | null }> {
  const opening = indexedDB.open('portico-door')
  const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
  const reading = database.transaction('days').objectStore('days').getAll()
  await new Promise((resolve) => (reading.onsuccess = resolve))
  database.close()
  const [day]: { sealed: ArrayBuffer; key: CryptoKey }[] = reading.result
  return day ? { text: new TextDecoder().decode(day.sealed), extractable: day.key.extractable } : { text: '', extractable: null }
}

/** Runs in the page: expires the stored lists. */
export async function endDay(): Promise<void> {
  const opening = indexedDB.open('portico-door')
  const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
  const days = database.transaction('days', 'readwrite').objectStore('days')
  const reading = days.getAll()
  await new Promise((resolve) => (reading.onsuccess = resolve))
  const held: { accountId: number }[] = reading.result
  for (const day of held) await new Promise((resolve) => (days.put({ ...day, endsAt: 0 }, day.accountId).onsuccess = resolve))
  database.close()
}

/** Runs in the page: returns how many days are stored on the device, and how many of them have unsent events. */
export async function countHeld(): Promise<[number, number]> {
  const opening = indexedDB.open('portico-door')
  const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
  const reading = database.transaction('days').objectStore('days').getAll()
  await new Promise((resolve) => (reading.onsuccess = resolve))
  database.close()
  return [reading.result.length, reading.result.filter((day: object) => 'unsent' in day).length]
}

/** Runs in the page: returns the text of all stored days, decrypted with their keys, as anybody with the developer tools can. */
export async function readOpened(): Promise<string> {
  const opening = indexedDB.open('portico-door')
  const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
  const reading = database.transaction('days').objectStore('days').getAll()
  await new Promise((resolve) => (reading.onsuccess = resolve))
  database.close()
  const days: { iv: BufferSource; sealed: ArrayBuffer; key: CryptoKey }[] = reading.result
  const texts = days.map(({ iv, sealed, key }) => crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed))
  return (await Promise.all(texts)).map((text) => new TextDecoder().decode(text)).join()
}
