import { Migration } from '@mikro-orm/migrations'

// The anonymousId is now derived from the idempotency key, so that one unique index enforces both. Existing responses keep their key.
export class Migration20261122032000 extends Migration {
  override up(): void {
    this.addSql(`alter table respondent drop constraint respondent_idempotency_key_key`)
    this.addSql(`create unique index respondent_idempotency_key on respondent (idempotency_key) where idempotency_key is not null`)
  }
}
