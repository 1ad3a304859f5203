package adapters_test

import (
	"testing"

	"stead/adapters"
	"stead/inject"
)

// TestAnAdapterIsOfOneCLI checks that the parts of an adapter belong to one CLI, and that each name is in the list
// once.
func TestAnAdapterIsOfOneCLI(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range adapters.All() {
		name := a.Reader.Info().Name
		if seen[name] {
			t.Errorf("%s is listed twice", name)
		}
		seen[name] = true
		if a.Writer.Info().Name != name || a.Driver != nil && a.Driver.Info().Name != name {
			t.Errorf("the reader is of %s, the writer of %s, and the driver is %v", name, a.Writer.Info().Name, a.Driver)
		}
		if got := adapters.Named(name); got.Reader.Info().Name != name {
			t.Errorf("%s names the adapter of %s", name, got.Reader.Info().Name)
		}
	}
	if got := adapters.Named("none"); got != (inject.Adapter{}) {
		t.Errorf("there is an adapter of nothing: %v", got)
	}
}
