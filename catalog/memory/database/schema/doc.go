// Package schema describes the tables of the memory's databases once, as data. The SQL of SQLite and of PostgreSQL and
// the tables of docs/memory.md are generated from it.
//
// Every table has tenant_id first in its key, so rows of two tenants never collide. Every statement of the packages
// above names the tenant.
package schema
