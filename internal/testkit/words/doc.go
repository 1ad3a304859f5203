// Package words holds a test that keeps retired words out of the program's identifiers. docs/glossary.md explains the words in use.
package words
