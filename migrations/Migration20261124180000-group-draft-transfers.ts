import { Migration } from '@mikro-orm/migrations'

export class Migration20261124180000 extends Migration {
  override up(): void {
    this.addSql('alter table draft_transfer add column network_group smallint')
  }
}
