package failover_test

import (
	"os"
	"testing"

	"stead/e2e/harness"
)

func TestMain(m *testing.M) {
	harness.WithRaces()
	os.Exit(harness.Main(m))
}
