package reach_test

import (
	"sync"
	"testing"

	"stead/e2e/runtest"
)

// TestMachineConnectsWhileOthersJoin has a machine connect again and again, each time while the hub takes in another
// one, for which it loads all keys anew.
func TestMachineConnectsWhileOthersJoin(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	laptop := hub.machine("laptop")
	for range 15 {
		var inviting sync.WaitGroup
		inviting.Go(func() { hub.owner.Stead("hub", "invite", "--folder", hub.folder) })
		result := laptop.Stead("machines")
		inviting.Wait()
		runtest.Exits(t, result, 0)
	}
}
