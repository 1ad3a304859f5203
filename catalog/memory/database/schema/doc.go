// Package schema describes the tables of the memory's databases once, as data. The SQL of SQLite and of PostgreSQL and
// the tables of docs/memory.md are made from it.
//
// Every table has tenant_id first in its key, so that rows of two tenants are different rows whatever else they share,
// and each statement of the packages above names the tenant.
package schema
