// Package harness provides the environment in which the real CLIs are tested: a temporary home for each test, an
// environment built from nothing, and a model provider on the loopback interface. It reads, writes and passes on
// nothing of the person who runs the tests, and nothing leaves the machine. Proxies are set so that a call to any other
// host arrives at the provider too, where [provider.Provider.Requests] shows it.
//
// A test calls [New] for its environment, places a recorded session in it, runs a CLI or stead, and reads at the
// provider what the model would have received.
package harness
