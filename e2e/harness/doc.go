// Package harness is the ground on which the real CLIs are tested: a home
// that is made for one test and thrown away, an environment built from
// nothing, and a model provider on the loopback interface. Nothing of
// whoever runs the tests is read, written or passed on, and nothing leaves
// the machine: proxies are set so that a call to any other host arrives at
// the provider too, where [provider.Provider.Requests] shows it.
//
// A test asks [New] for its ground, places a recorded session in it, runs a
// CLI or stead, and reads at the provider what the model would have got.
package harness
