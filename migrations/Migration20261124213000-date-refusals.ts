import { Migration } from '@mikro-orm/migrations'

export class Migration20261124213000 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "message" add "refused_at" timestamptz null;`)
  }
}
