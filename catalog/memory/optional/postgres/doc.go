// Package postgres copies the memory's databases to a PostgreSQL server: the same tables with the same rows, for one
// tenant. Rows that already exist stay or are updated by their key, so several machines can fill one database, and an
// interrupted copy can be repeated.
//
// The copy's position is stored on the server, beside the rows and in the same transactions.
package postgres
