// Package database makes databases of the two unified files: sessions.db, which holds what happened, and org.db, which
// holds what was learnt.
//
// [Database.Load] takes what was appended to the files since the last time. How far it has read stands in the database
// itself and changes with the rows in one transaction, so that it may be killed at any moment. A file that was replaced
// or cut makes the rows anew. Both databases can be made again from the files alone ([Rebuild]).
//
// Rows of several tenants may lie in one database. Each key and each statement has the tenant, and a [Database] is open
// for one.
package database
