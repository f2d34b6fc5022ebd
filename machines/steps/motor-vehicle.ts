import { yesNoStep } from "./build.ts";

export const wereYouInAMotorVehicleAccident = yesNoStep("WereYouInAMotorVehicleAccident", "in_an_accident", {
  en: {
    heading: "Were you in a motor vehicle accident?",
    subHeading: "As a driver, a passenger, on a bicycle or on foot: all of it counts.",
  },
  es: {
    heading: "¿Tuvo un accidente con un vehículo de motor?",
    subHeading: "Al volante, de pasajero, en bicicleta o a pie: todo cuenta.",
  },
});
