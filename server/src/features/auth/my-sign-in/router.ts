import { nothing } from '@portico/shared/contract/fields'
import { passkeyCreation } from '@portico/shared/contract/passkeys'
import * as contract from '@portico/shared/contract/sign-in'
