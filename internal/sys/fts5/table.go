package fts5

// Table is a full-text table of SQLite as the package's documentation describes it.
type Table struct {
	// Name is the name it was made with. It stands in statements as it is.
	Name string
	// Columns is how many it has.
	Columns   int
	Tokenizer *Tokenizer
}
