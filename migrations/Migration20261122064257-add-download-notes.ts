import { Migration } from '@mikro-orm/migrations'

export class Migration20261122064257 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "download" add "notes" boolean not null default false;`)
  }
}
