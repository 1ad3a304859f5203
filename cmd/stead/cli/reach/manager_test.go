package reach

import (
	"slices"
	"testing"

	"stead/adapters"
)

func TestAServiceFindsTheHomeOfEveryCLI(t *testing.T) {
	environ := []string{"SECRET_API_KEY=x", "EMPTY="}
	for _, d := range adapters.Drivers() {
		if variable := d.Info().HomeVariable; variable != "" {
			environ = append(environ, variable+"=/elsewhere")
		}
	}
	if got, want := kept(environ), environ[2:]; !slices.Equal(got, want) {
		t.Errorf("it gets %q, want %q", got, want)
	}
}
