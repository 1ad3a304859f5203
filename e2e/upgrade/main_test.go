// Package upgrade_test has this program work on with what earlier releases have left on a machine.
package upgrade_test

import (
	"os"
	"testing"

	"stead/e2e/harness"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }
