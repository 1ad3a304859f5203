package adapters_test

import (
	"testing"

	"stead/adapters"
	"stead/internal/testkit/drivertest"
)

func TestDrivers(t *testing.T) {
	for _, d := range adapters.Drivers() {
		t.Run(d.Info().Name, func(t *testing.T) { drivertest.Run(t, d) })
	}
}
