package fts5

// Table is a full-text table of SQLite that meets the requirements in the package's documentation.
type Table struct {
	// Name is the name with which the table was created. It appears unchanged in statements.
	Name string
	// Columns is the number of its columns.
	Columns   int
	Tokenizer *Tokenizer
}
