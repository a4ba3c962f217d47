/** Random values of property tests have a fixed start, and nothing is shrunk, since only the failure counts. */
import fc from "fast-check";

fc.configureGlobal({ seed: 1, endOnFailure: true });
