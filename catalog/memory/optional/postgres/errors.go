package postgres

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Error is a server that refuses, or that is not there. It names the server without the password.
type Error struct {
	// Server is host, port and database.
	Server string
	// Doing is what was tried.
	Doing string
	// Problem says what is wrong, Remedy what to do; it may be empty.
	Problem, Remedy string
	cause           error
}

// Error returns what was tried and what is wrong.
func (e *Error) Error() string { return fmt.Sprintf("%s %s: %s", e.Doing, e.Server, e.Problem) }

// Hint says what to do.
func (e *Error) Hint() string { return e.Remedy }

// Unwrap returns the error of the driver.
func (e *Error) Unwrap() error { return e.cause }

// Codes of PostgreSQL (appendix A of its manual).
const (
	wrongPassword     = "28P01"
	wrongUser         = "28000"
	missingDatabase   = "3D000"
	missingRight      = "42501"
	readOnly          = "25006"
	diskFull          = "53100"
	tooManyConnection = "53300"
)

// remedies by PostgreSQL's code.
var remedies = map[string]string{
	wrongPassword:     "check user and password; the password may also stand in PGPASSWORD or ~/.pgpass",
	wrongUser:         "check the user, and whether the server's pg_hba.conf lets it in from here",
	missingDatabase:   "create the database first: createdb NAME",
	missingRight:      "the user must be allowed to create tables: GRANT CREATE, USAGE ON SCHEMA public TO the user",
	readOnly:          "this server takes no changes: name the primary one",
	diskFull:          "free some space on the server",
	tooManyConnection: "the server has no connection left: try again later",
}

// explain returns an error for people, without anything that is secret.
func explain(config *pgx.ConnConfig, doing string, err error) error {
	if err == nil {
		return nil
	}
	e := &Error{Server: serverOf(config), Doing: doing, Problem: withoutSecrets(config, err.Error()), cause: err}
	var refused *pgconn.PgError
	var network *net.OpError
	switch {
	case errors.As(err, &refused):
		e.Problem, e.Remedy = withoutSecrets(config, refused.Message), remedies[refused.Code]
		e.cause = refused
	case errors.As(err, &network):
		e.Problem, e.Remedy = network.Err.Error(), "check that the server runs there and takes connections"
		e.cause = network.Err
	}
	return e
}

// serverOf names the server.
func serverOf(config *pgx.ConnConfig) string {
	if isSocket(config.Host) {
		return fmt.Sprintf("PostgreSQL at %s, port %d, database %s", config.Host, config.Port, config.Database)
	}
	return fmt.Sprintf("PostgreSQL at %s, database %s", net.JoinHostPort(config.Host, fmt.Sprint(config.Port)),
		config.Database)
}

// withoutSecrets removes the password from what a driver or server says.
func withoutSecrets(config *pgx.ConnConfig, text string) string {
	if config.Password == "" {
		return text
	}
	return strings.ReplaceAll(text, config.Password, "***")
}

// AddressError is a text that is no address of a server. It does not repeat it: it may hold a password.
type AddressError struct{}

// Error says so.
func (*AddressError) Error() string { return "this is not the address of a PostgreSQL server" }

// Hint shows one.
func (*AddressError) Hint() string {
	return "write postgres://USER@HOST:5432/DATABASE, or postgres:///DATABASE?host=/run/postgresql for a socket; the password may stand in PGPASSWORD"
}
