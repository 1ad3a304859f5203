package schema

import "slices"

// Type is what a column holds, in both dialects.
type Type int

// The types of columns.
const (
	// Text that may not be missing is empty where nothing is known.
	Text Type = iota
	Integer
	Real
	// Boolean is 0 or 1 in SQLite.
	Boolean
	// JSON is text in SQLite.
	JSON
	Blob
)

// Column is a column of a table.
type Column struct {
	Name string
	Type Type
	// Null says that the value may be missing: not known, rather than none.
	Null bool
	// Comment says what it holds, for docs/memory.md and for PostgreSQL.
	Comment string
}

// Table is a table of one of the two databases.
type Table struct {
	Name    string
	Comment string
	Columns []Column
	// Key are the columns of the primary key.
	Key []string
	// Indexes are further indexes by their columns.
	Indexes [][]string
	// Numbered says that SQLite keeps the rows by number, in the order of their arrival, and not by their key: for rows
	// that are long, and that never change.
	Numbered bool
	// Keep says that a row which exists stays as it is; otherwise a later one with the same key replaces it.
	Keep bool
	// PerSession says that the rows belong to a session, which llm_source and session_id name.
	PerSession bool
	// Costly says that the rows don't follow from the unified files alone: they survive when the database is made anew.
	Costly bool
	// Local says that the table is about this one file, and never copied elsewhere.
	Local bool
}

// Names returns the names of the table's columns.
func (t Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// Column returns the column of that name, if there is one.
func (t Table) Column(name string) (Column, bool) {
	at := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if at < 0 {
		return Column{}, false
	}
	return t.Columns[at], true
}

// Database is one of the two files.
type Database struct {
	// File is its name.
	File string
	// Version rises with each change of the tables.
	Version int
	Comment string
	// Derived says that its rows follow from the unified files, but for tables that are [Table.Costly].
	Derived bool
	Tables  []Table
}

// Table returns the table of that name. It panics when there is none: names are the program's own.
func (d Database) Table(name string) Table {
	at := slices.IndexFunc(d.Tables, func(t Table) bool { return t.Name == name })
	if at < 0 {
		panic("there is no table " + name)
	}
	return d.Tables[at]
}

// table returns a table whose rows have the columns of their owner first.
func table(name, comment string, key []string, columns ...Column) Table {
	return Table{Name: name, Comment: comment, Key: append([]string{"tenant_id"}, key...),
		Columns: append(owner(), columns...)}
}

// ofSession returns a table whose rows belong to a session.
func ofSession(name, comment string, key []string, columns ...Column) Table {
	t := table(name, comment, append([]string{"llm_source", "session_id"}, key...), append([]Column{
		{Name: "llm_source", Comment: "the CLI"},
		{Name: "session_id", Comment: "the session's id in its CLI"},
	}, columns...)...)
	t.PerSession = true
	return t
}

// owner are the columns that say whose a row is.
func owner() []Column {
	return []Column{
		{Name: "tenant_id", Comment: "setting `memory.tenant`; no statement reads rows of another"},
		{Name: "team_id", Comment: "setting `memory.team`"},
		{Name: "project_id", Comment: "setting `memory.project`"},
	}
}

// provenance are the columns that say where a row was found.
func provenance() []Column {
	return []Column{
		{Name: "message_hash", Comment: "the message that says it: `messages.hash`"},
		{Name: "source_file", Comment: "the session's file"},
		{Name: "source_line", Type: Integer, Comment: "the record's line there, from 1; 0 where unknown"},
	}
}
