package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"stead/catalog/memory/database"
	"stead/catalog/memory/database/schema"
)

// CheckAddress returns an [AddressError] for a text that is no address of a server. It connects to none.
func CheckAddress(address string) error {
	_, err := parse(address)
	return err
}

// parse reads an address as PostgreSQL's own programs do, with its environment variables and password file.
func parse(address string) (*pgx.ConnConfig, error) {
	if !strings.HasPrefix(address, "postgres://") && !strings.HasPrefix(address, "postgresql://") {
		return nil, &AddressError{}
	}
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, &AddressError{} // the driver's words repeat the address
	}
	config.RuntimeParams["application_name"] = "stead"
	return config, nil
}

// isSocket reports whether a host is the folder of a socket.
func isSocket(host string) bool { return strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") }

// isLocal reports whether all hosts that may be connected to are sockets: what goes there doesn't leave the machine.
func isLocal(config *pgx.ConnConfig) bool {
	for _, other := range config.Fallbacks {
		if !isSocket(other.Host) {
			return false
		}
	}
	return isSocket(config.Host)
}

// Tables of the server that are about the copy itself.
const (
	versions  = "CREATE TABLE IF NOT EXISTS stead_version (database text PRIMARY KEY, version bigint NOT NULL)"
	positions = "CREATE TABLE IF NOT EXISTS stead_copied (tenant_id text, identity text, messages bigint NOT NULL, revision bigint NOT NULL, PRIMARY KEY (tenant_id, identity))"
	// turn is the key of the lock under which tables are made: CREATE TABLE IF NOT EXISTS fails when two do it at once.
	turn = "SELECT pg_advisory_xact_lock(7367201120)"
)

// prepare makes the tables, and adds the columns that an earlier version lacked.
func prepare(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		for _, statement := range []string{turn, versions, positions} {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		for _, of := range []schema.Database{schema.Sessions(), schema.Org()} {
			if err := prepareDatabase(ctx, tx, of, serverOf(conn.Config())); err != nil {
				return err
			}
		}
		return nil
	})
}

func prepareDatabase(ctx context.Context, tx pgx.Tx, of schema.Database, server string) error {
	var version int
	err := tx.QueryRow(ctx, "SELECT version FROM stead_version WHERE database = $1", of.File).Scan(&version)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if version > of.Version {
		return &database.VersionError{Path: server, Version: version, Known: of.Version}
	}
	if version == of.Version {
		return nil
	}
	for _, t := range of.Tables {
		if t.Local {
			continue
		}
		for _, statement := range statementsOf(t) {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
		}
	}
	_, err = tx.Exec(ctx,
		"INSERT INTO stead_version VALUES ($1, $2) ON CONFLICT (database) DO UPDATE SET version = excluded.version", of.File, of.Version)
	return err
}

// statementsOf makes a table, or what an earlier one lacks.
func statementsOf(t schema.Table) []string {
	create := schema.PostgreSQL.Create(t)
	statements := create[:1:1]
	for _, c := range t.Columns {
		statements = append(statements, schema.PostgreSQL.Add(t, c))
	}
	return append(statements, create[1:]...)
}
