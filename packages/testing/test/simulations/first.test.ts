import { simulateShare } from "./simulated.js";

simulateShare(0);
