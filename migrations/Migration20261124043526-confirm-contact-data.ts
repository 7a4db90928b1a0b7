import { Migration } from '@mikro-orm/migrations'

export class Migration20261124043526 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "respondent" add "contact_confirmed_up_to" bigint null;`)
  }
}
