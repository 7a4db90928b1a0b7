import { Migration } from '@mikro-orm/migrations'

export class Migration20261122150510 extends Migration {
  override up(): void {
    this.addSql(`alter table "agency" add "reminded_at" timestamptz null;`)
  }
}
