import { openEncryption } from '../../server/src/infra/security/encryption.ts'

// node scripts/start.mjs --run scripts/operations/make-keyring.ts FILE
// Creates the keyring that DATABASE_URL needs; an existing one is read, checked and left unchanged.
const file = process.argv[2]
if (!file) throw new Error('Say where the keyring goes: make-keyring.ts FILE')
openEncryption(file, true)
console.log(`portico  the keyring is ${file}: keep a copy apart from the database, because without it no stored answer can be read`)
