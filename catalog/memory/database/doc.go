// Package database builds databases from the two unified files: sessions.db, which holds what happened, and org.db,
// which holds what was learned.
//
// [Database.Load] reads the data appended to the files since the last load. Its position is stored in the database
// itself and changes with the rows in one transaction, so the process may be killed at any moment. If a file was
// replaced or truncated, the rows are rebuilt. Both databases can be rebuilt from the files alone ([Rebuild]).
//
// One database can hold rows of several tenants. Every key and every statement names the tenant, and a [Database] is
// open for one tenant.
package database
