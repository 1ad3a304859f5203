// Package postgres copies the memory's databases into a PostgreSQL server: the same tables with the same rows, of one
// tenant. Rows that are there already stay or are renewed by their key, so that several machines can fill one database,
// and a copy that was interrupted can be repeated.
//
// How far a database was copied stands on the server, beside the rows and in the same transactions.
package postgres
