// Package words tests the project's language: one test keeps retired words out of the program's identifiers, another
// finds dead links in its documents. docs/glossary.md explains the words in use.
package words
