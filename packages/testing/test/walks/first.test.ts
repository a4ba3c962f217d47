import { agreeOnShare } from "./agree.js";

agreeOnShare(0);
