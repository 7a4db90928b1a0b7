import { Migration } from '@mikro-orm/migrations'

export class Migration20261122020000 extends Migration {
  override up(): void {
    this.addSql(`alter table workshop add column titles jsonb, add column bring jsonb`)
  }
}
