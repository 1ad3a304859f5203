// Package gitleaks holds the rules of gitleaks (github.com/zricethezav/gitleaks, MIT License, see LICENSE) for secrets
// in texts, as a table that costs nothing until its first use.
//
// The module itself compiles all of its expressions immediately, which takes 38 ms and 12 MB, and depends on six other
// modules. Only the generator of the table needs it. After an update of the module in go.mod, run `go generate
// ./inject/redaction/rules/gitleaks`.
package gitleaks

//go:generate go run ./generate -o table.go

// Rule is a rule for one kind of secret.
type Rule struct {
	ID         string
	Expression string
	// Group is the expression's group that is the secret. 0 stands for the first that is not empty.
	Group int
	// Entropy is what the secret must have more of, in bits per character. 0 asks for none.
	Entropy float64
	// Keywords are words of which one must stand in a text before the expression is tried.
	Keywords []string
	// IsPair tells that the secret stands behind a name that holds one of the words, and an operator.
	IsPair bool
	// Run is how many characters without a blank each match of another rule has at least, the rule's word among them; 0
	// when they may hold some.
	Run        int
	Allowlists []Allowlist
}

// Allowlist says what is no secret.
type Allowlist struct {
	// All has all of the list's conditions met, rather than one.
	All bool
	// Target is what the expression is held against: "match", "line", or the secret when it is empty.
	Target     string
	Expression string
	// StopWords are words in small letters that no secret holds.
	StopWords []string
	// NamesPlaces tells that files or commits are among the conditions.
	NamesPlaces bool
}
