import { Migration } from '@mikro-orm/migrations'

export class Migration20261124035344 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "respondent" add "email_unconfirmed_since" timestamptz null, add "phone_unconfirmed_since" timestamptz null;`)
  }
}
