// Package release_test installs what make release has made into a root without anything else, and works there.
package release_test

import (
	"os"
	"testing"

	"stead/e2e/harness"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }
