import { Migration } from '@mikro-orm/migrations'

// Hashes of the content alone told which recipients of an announcement have the same language. A text that an outage of the gateway holds
// up meanwhile counts as not handed over.
export class Migration20261129094500 extends Migration {
  override up(): void {
    this.addSql(`update "message" set "handed_over_at" = null, "handed_over_hash" = null where "handed_over_hash" is not null;`)
  }
}
