package prices

import "stead/timeline"

// FromCLI is the source of a cost that the CLI itself told.
const FromCLI = "cli"

// Cost returns what one response of a model cost, in US dollars, and who says so: [FromCLI], or the version of the
// table. What the CLI told comes first. A response without tokens costs nothing, whatever its model. Known is false
// where the model has no price.
//
// The counts must be those of a single response: some models cost more when their context is long.
func Cost(model string, u timeline.Usage) (usd float64, source string, known bool) {
	if u.Cost > 0 {
		return u.Cost, FromCLI, true
	}
	list := prices()
	if u.IsZero() {
		return 0, list.version, true
	}
	tiers, known := list.find(model)
	if !known {
		return 0, "", false
	}
	return tierOf(tiers, u).cost(u), list.version, true
}

// Version names the table: the program that it is cut from, and that program's version.
func Version() string { return prices().version }

// tier is what a million tokens cost, in US dollars, once a response's context is larger than From tokens.
type tier struct{ from, input, output, cacheRead, cacheWrite float64 }

// tierOf returns the last tier whose limit the response's context passes.
func tierOf(tiers []tier, u timeline.Usage) tier {
	context := float64(u.Input + u.CacheRead + u.CacheWrite)
	chosen := tiers[0]
	for _, t := range tiers[1:] {
		if context > t.from {
			chosen = t
		}
	}
	return chosen
}

// cost returns what a response costs. Its reasoning is a part of its output.
func (t tier) cost(u timeline.Usage) float64 {
	return (float64(u.Input)*t.input + float64(u.Output)*t.output +
		float64(u.CacheRead)*t.cacheRead + float64(u.CacheWrite)*t.cacheWrite) / 1e6
}
