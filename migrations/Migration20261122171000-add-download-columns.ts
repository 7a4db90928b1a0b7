import { Migration } from '@mikro-orm/migrations'

export class Migration20261122171000 extends Migration {
  override up(): void {
    this.addSql(`alter table "download" add "columns" text[] not null default '{}';`)
  }
}
