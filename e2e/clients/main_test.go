package clients_test

import (
	"os"
	"testing"

	"stead/e2e/harness"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }
